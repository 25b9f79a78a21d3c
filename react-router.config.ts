// How React Router builds the member site: rendered on the server, from web/ to build/site/.
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/site',
  ssr: true,
  // The whole route table comes with the first page, so that the router neither requests parts of
  // it nor reloads the page when they no longer match.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
