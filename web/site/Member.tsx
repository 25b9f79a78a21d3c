// Route layout of pages for members whose e-mail is confirmed.
import { Guarded } from './Guarded.tsx';

export default function Member() {
  return <Guarded need="member" />;
}
