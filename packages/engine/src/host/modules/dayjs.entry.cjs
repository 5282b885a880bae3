'use strict'
const dayjs = require('dayjs')

const plugins = [
  require('dayjs/plugin/utc'),
  require('dayjs/plugin/timezone'),
  require('dayjs/plugin/customParseFormat'),
  require('dayjs/plugin/advancedFormat'),
  require('dayjs/plugin/duration'),
  require('dayjs/plugin/isBetween'),
  require('dayjs/plugin/isoWeek'),
  require('dayjs/plugin/quarterOfYear'),
  require('dayjs/plugin/weekOfYear'),
]
for (const plugin of plugins) dayjs.extend(plugin)

// Loading a locale makes it known; which one a date has is said by .locale('de') of that date.
require('dayjs/locale/cs')
require('dayjs/locale/da')
require('dayjs/locale/de')
require('dayjs/locale/de-at')
require('dayjs/locale/de-ch')
require('dayjs/locale/en-gb')
require('dayjs/locale/es')
require('dayjs/locale/fi')
require('dayjs/locale/fr')
require('dayjs/locale/fr-ch')
require('dayjs/locale/it')
require('dayjs/locale/nb')
require('dayjs/locale/nl')
require('dayjs/locale/pl')
require('dayjs/locale/pt')
require('dayjs/locale/sv')
dayjs.locale('en')

const locale = dayjs.locale
const zone = dayjs.tz.setDefault
module.exports = dayjs
dayjs.locale = (preset, ...more) => {
  if (preset !== undefined)
    throw new Error("dayjs.locale(…) would hold for every component: use .locale('…') of a date")
  return locale(preset, ...more)
}
dayjs.tz.setDefault = (name) => {
  if (name !== undefined)
    throw new Error("dayjs.tz.setDefault(…) would hold for every component: use .tz('…') of a date")
  return zone()
}
