import { countryName } from './demo-pipelines.ts'

export type DemoPlan = {
  /** The master that the plan belongs to: it needs no upload to be made, and leaves its countries free to run now. */
  master: string
  /** Which of its countries run; all of them unless given. */
  countries?: string[]
  repeatPattern: string
}

/** The imports that the demo repeats. A run whose files nobody has sent yet fails and says which. */
export const demoPlans: readonly DemoPlan[] = [
  { master: 'Bikes catalogue', repeatPattern: '15 2 * * *' },
  { master: 'EV catalogue', repeatPattern: '0 3 * * 1' },
  { master: 'Dealers', countries: [countryName('Dealers', 'fr-FR')], repeatPattern: '0 6 31 * *' },
  { master: 'EV price check', repeatPattern: 'M 30' },
]
