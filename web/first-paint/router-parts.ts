// What the router asks of three of its parts that this site never uses, so that no page loads them
// (web/first-paint/replaced.ts): instrumentation, the discovery of routes while browsing, and what
// is shown until the root's data is there. The whole route table comes with the first page
// (react-router.config.ts), and the root's data with its document.

/** Router option `instrumentations`: not used, so nobody receives anything. */
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

function unused(): never {
  throw new Error('this part of the router is left out of the bundle');
}

/** Called only for the router option `instrumentations`. */
export const getRouteInstrumentationUpdates = unused;
/** Called only for the router option `instrumentations`. */
export const instrumentClientSideRouter = unused;

/** Whether routes are discovered while browsing. */
export const isFogOfWarEnabled = (): boolean => false;
/** Called only if routes are discovered while browsing. */
export const getPartialManifest = unused;
/** Returns how routes are found that are not in the table: not at all. */
export const getPatchRoutesOnNavigationFunction = (): undefined => undefined;
/** Hook that discovers the routes of the links on a page: there are none to discover. */
export const useFogOFWarDiscovery = (): void => {};

/** Shown while the root's data is loaded: never, because the document has it. */
export const RemixRootDefaultHydrateFallback = (): null => null;

// Named by files of the router that never reach a browser.
export const getManifestPath = unused;
export const getPathsWithAncestors = unused;
export const handleClientVersionMismatch = unused;
export const instrumentHandler = unused;
export const instrumentationResultMetaContext = undefined;
