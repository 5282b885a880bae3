// G11 and G12 at their full figures (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./live.db.test.ts')
