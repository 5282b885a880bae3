'use strict'
const lodash = require('lodash')

// A number that counts the calls before it differs from run to run.
lodash.uniqueId = () => {
  throw new Error('uniqueId counts calls, which differ from run to run: take the key of the record')
}
module.exports = lodash
