// G10 at its full figures (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./firing.clocks.db.test.ts')
await import('./scheduler.kill.db.test.ts')
