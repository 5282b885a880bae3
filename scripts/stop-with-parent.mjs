// Loaded into the server before its own code: stops it in order when the script that started it is gone, however that
// ended. The channel between the two closes with the process, even a killed one. (The kernel's death signal would come
// several times, once per thread of the dying parent, and a second signal means "at once".)
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
  // Processes that the server starts in turn are none of this script's business.
  process.execArgv = process.execArgv.filter((argument, index, all) => {
    return !argument.includes('stop-with-parent') && !all[index + 1]?.includes('stop-with-parent')
  })
}
