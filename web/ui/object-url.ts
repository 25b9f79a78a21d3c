// Object URLs: addresses under which the browser shows or saves data that a page holds.
import { useEffect, useState } from 'react';

/**
 * How long a URL outlives its use, in ms. An image that is removed from the page may still be
 * loading, and a download may still be read; both would fail with the URL.
 */
const KEPT_MS = 60_000;

/** Revokes an object URL once nothing can be loading from it any more. */
export function revokeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/**
 * Returns an object URL for the data; null before there is one. It is revoked after other data is
 * given or the component has gone.
 */
export function useObjectUrl(data: Blob | undefined): string | null {
  const [made, setMade] = useState<{ data: Blob; url: string } | null>(null);
  useEffect(() => {
    if (!data) return;
    const url = URL.createObjectURL(data);
    setMade({ data, url });
    return () => revokeLater(url);
  }, [data]);
  // The URL of earlier data is never returned for other data.
  return made && made.data === data ? made.url : null;
}
