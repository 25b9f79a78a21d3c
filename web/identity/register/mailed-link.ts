// What a mailed link brings along: read once, and taken out of the address.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type MailedLink = { token: string; email: string };

/**
 * The fragment, which browsers send to nobody: neither logs nor the next page learn the token.
 * Links mailed before 0.7.0 hold the same in the query.
 */
export function linkIn({ hash, search }: { hash: string; search: string }): MailedLink {
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const found = (name: string) => fragment.get(name) ?? query.get(name) ?? '';
  return { token: found('token'), email: found('email') };
}

/**
 * Null until the page is alive, because no server sees the fragment. Afterwards the address is
 * `left(email)`: a token must not stay in the history.
 */
export function useMailedLink(left: (query: { email?: string }) => string) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<MailedLink | null>(null);
  useEffect(() => {
    const found = linkIn({ hash, search });
    if (!found.token) return setLink((before) => before ?? found);
    setLink(found);
    const to = left(found.email ? { email: found.email } : {});
    void navigate(to, { replace: true, preventScrollReset: true });
  }, [hash, search, left, navigate]);
  return link;
}
