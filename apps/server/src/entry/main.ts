import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Half the time of a start is compiling sources that have not changed since the last one; nothing may be imported
// before this. Where the folder cannot be written Node goes on without.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/millrace', import.meta.url)))
await import('./start.ts')
