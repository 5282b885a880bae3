// Listeners under kills at full figure (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./listeners.kill.db.test.ts')
