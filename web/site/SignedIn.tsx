// Route layout of pages for anyone signed in, whether the e-mail is confirmed or not.
import { Guarded } from './Guarded.tsx';

export default function SignedIn() {
  return <Guarded need="signedIn" />;
}
