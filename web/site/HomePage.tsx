// The home page, in few words until the real one takes its place.
import { brand } from './brand.ts';

export default function HomePage() {
  return <h1>{brand.name}</h1>;
}
