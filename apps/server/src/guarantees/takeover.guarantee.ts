// G3, G4 and G5 at its full figure (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./takeover.kill.db.test.ts')
