// Data in a mailed link: read once, then removed from the browser's address.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type MailedLink = { token: string; email: string };

/**
 * Reads the fragment, which browsers send to no server, so that neither logs nor the next page see
 * the token. Links mailed before 0.7.0 contain the same data in the query.
 */
export function linkIn({ hash, search }: { hash: string; search: string }): MailedLink {
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const found = (name: string) => fragment.get(name) ?? query.get(name) ?? '';
  return { token: found('token'), email: found('email') };
}

/**
 * Returns null until the page is hydrated, because no server sees the fragment. Afterwards the
 * address becomes `left(email)`, because the token must not stay in the history.
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
