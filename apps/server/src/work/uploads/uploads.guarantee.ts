// G1 at its full figure (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./uploads.kill.db.test.ts')
