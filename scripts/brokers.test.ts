import { expect, it } from 'vitest'
import { missingBrokers } from './brokers.mjs'

it('names the packages of the brokers that are missing, and no others', () => {
  expect(missingBrokers(() => true)).toEqual([])
  expect(missingBrokers(() => false)).toEqual(['rabbitmq-server', 'mosquitto', 'nats-server'])
  expect(missingBrokers((program) => program === '/usr/sbin/mosquitto')).toEqual(['rabbitmq-server', 'nats-server'])
})
