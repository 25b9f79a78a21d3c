// Disables zod's test for `new Function`, because the test alone would violate the content security
// policy.
globalThis.__zod_globalConfig = { jitless: true };
