'use strict'
// What a runner process begins with: the program that lies beside this file, with the code that V8 made of it in a
// warm-up, if there was one. V8 itself refuses code that is not of this program, version and machine.
const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')
const { Script } = require('node:vm')

const filename = path.join(__dirname, 'program.js')
// Named by who starts it, as V8 takes it under the flags of its warm-up alone.
const kept = path.join(__dirname, process.argv[4])
// The program is ASCII: the text of a byte each takes half the memory.
const text = `(function (exports, require, module, compiledCode) {${readFileSync(filename, 'latin1')}\n})`
const script = new Script(text, { filename, cachedData: existsSync(kept) ? readFileSync(kept) : undefined })
script.runInThisContext()({}, require, module, () => script.createCachedData())
