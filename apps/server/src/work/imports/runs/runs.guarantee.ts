// G2, G3, G4, G5, G6 and G8 at their full figures (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./runs.kill.db.test.ts')
await import('./runs.races.db.test.ts')
