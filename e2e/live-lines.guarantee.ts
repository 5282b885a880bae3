// G11 with the app's own code, at its full figure (npm run test:guarantees).
process.env.MILLRACE_TEST_SCALE = '10'
await import('./live-lines.e2e.ts')
