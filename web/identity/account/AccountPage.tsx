// Redirects `/account` and `/account/` to the profile.
import { redirect } from 'react-router';
import * as paths from '../../site/kit/paths.ts';

export const loader = () => redirect(paths.profile());

export default function AccountPage() {
  return null;
}
