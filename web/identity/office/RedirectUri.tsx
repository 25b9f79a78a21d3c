// An address of a partner, of which the host stands out.
import { partsOf } from '#contract/identity/redirect-uri.ts';

export function RedirectUri({ uri }: { uri: string }) {
  const { before, host, after } = partsOf(uri);
  return (
    <span className="wrap-anywhere text-ink-3">
      {before}
      <strong className="text-ink">{host}</strong>
      {after}
    </span>
  );
}

export function RedirectUris({ uris }: { uris: readonly string[] }) {
  return (
    <ul>
      {uris.map((uri) => (
        <li key={uri}>
          <RedirectUri uri={uri} />
        </li>
      ))}
    </ul>
  );
}
