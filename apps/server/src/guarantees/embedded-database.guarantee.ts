// G6 at its full figure (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./embedded-database.kill.db.test.ts')
