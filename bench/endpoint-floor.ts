import Fastify from 'fastify'

// The floor: a bare Fastify that parses the body and sends it back.
const app = Fastify()
app.post('/', async (request) => request.body)
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
process.send?.('ready')
