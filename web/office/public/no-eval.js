// zod would try `new Function` to see whether it may, which alone violates the policy.
globalThis.__zod_globalConfig = { jitless: true };
