// What the server hands to a page while it renders it there; loaders read it from the context.
import { createContext as createReactContext, useContext } from 'react';
import { createContext } from 'react-router';
import type { PageGiven } from '#contract/page.ts';

/** For loaders: `context.get(given)`; throws where the page is not rendered by our server. */
export const given = createContext<PageGiven>();

/** For components: the nonce of this rendering, and nothing in the browser, which hides it. */
export const NonceContext = createReactContext('');

export const useNonce = (): string => useContext(NonceContext);
