// Disables zod's test for `new Function`, which alone would violate the security policy.
globalThis.__zod_globalConfig = { jitless: true };
