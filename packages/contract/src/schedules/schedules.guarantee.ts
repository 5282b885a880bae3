// G10, its arithmetic, at the full figure: every pattern, nine zones, ten years (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./next-runs.zones.test.ts')
