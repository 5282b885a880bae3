import { countryName } from './demo-pipelines.ts'

export type DemoPlan = {
  /**
   * What runs. A list of several is planned under its first pipeline, whose own Now then replaces the plan: so that is
   * never a master nor what a newcomer begins with, and all others run now as if there were no plan.
   */
  pipelines: readonly [string, ...string[]]
  repeatPattern: string
}

const countries = (master: string, first: string, ...others: string[]): DemoPlan['pipelines'] => [
  countryName(master, first),
  ...others.map((locale) => countryName(master, locale)),
]

/** The imports that the demo repeats. A run whose files nobody has sent yet fails and says which. */
export const demoPlans: readonly DemoPlan[] = [
  { pipelines: countries('Bikes catalogue', 'es-ES', 'de-DE', 'fr-FR'), repeatPattern: '15 2 * * *' },
  { pipelines: countries('EV catalogue', 'pt-BR', 'de-DE', 'en-US'), repeatPattern: '0 3 * * 1' },
  { pipelines: countries('Dealers', 'de-DE', 'fr-FR'), repeatPattern: '0 6 31 * *' },
  // Nobody sends its files by hand: they are posted to its listener.
  { pipelines: ['EV price check'], repeatPattern: 'M 30' },
]
