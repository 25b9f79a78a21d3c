// Data that the server passes to a page while rendering it; loaders read it from the context.
import { createContext as createReactContext, useContext } from 'react';
import { createContext } from 'react-router';
import type { PageContext } from '#contract/page.ts';

/** For loaders: `context.get(given)`; throws if the page is not rendered by the app's server. */
export const renderContext = createContext<PageContext>();

/**
 * For components: the nonce of this rendering; empty in the browser, because browsers hide nonces.
 */
export const NonceContext = createReactContext('');

export const useNonce = (): string => useContext(NonceContext);
