// Route layout of pages for fully verified members (stage 4, status 3).
import { Guarded } from './Guarded.tsx';

export default function Verified() {
  return <Guarded need="verified" />;
}
