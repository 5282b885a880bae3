import type { MappingSettings } from '@millrace/contract/components/mapping.rule'

/** 'NA' stands for an unknown text in the bikes master. */
const known = (to: string, from: string) => ({ to, from, treatAsEmpty: ['NA'] })

/** A row of the bikes master as a product. */
export const bikeMapping: MappingSettings = {
  fields: [
    { to: 'key', from: 'ProductAlternateKey' },
    { to: 'locale', fromContext: 'locale.label' },
    { to: 'brand', fromContext: 'brand.name' },
    { to: 'name', from: 'EnglishProductName' },
    known('description', 'EnglishDescription'),
    { to: 'price', from: 'ListPrice' },
    { to: 'currency', value: 'USD', onlyWith: 'ListPrice' },
    known('attributes.category', 'EnglishProductCategoryName'),
    known('attributes.subcategory', 'EnglishProductSubcategoryName'),
    known('attributes.model', 'ModelName'),
    known('attributes.color', 'Color'),
    known('attributes.size', 'Size'),
    { to: 'attributes.weight', from: 'Weight' },
    known('attributes.weightUnit', 'WeightUnitMeasureCode'),
    { to: 'attributes.daysToManufacture', from: 'DaysToManufacture' },
    known('attributes.availableFrom', 'StartDate'),
  ],
}

/** A row of a local bikes file as Overlay locale takes it: texts and price on top, the rest as attributes. */
export const bikeTextMapping: MappingSettings = {
  fields: [
    { to: 'key', from: 'key' },
    { to: 'name', from: 'name' },
    { to: 'description', from: 'description' },
    { to: 'price', from: 'price' },
    {
      to: 'currency',
      fromContext: 'locale.country',
      replace: [
        { from: 'BR', to: 'BRL' },
        { from: 'GB', to: 'GBP' },
        { from: 'US', to: 'USD' },
      ],
      whenNotListed: 'empty',
      default: 'EUR',
      onlyWith: 'price',
    },
    { to: 'attributes.category', from: 'category' },
    { to: 'attributes.subcategory', from: 'subcategory' },
    { to: 'attributes.weight', from: 'weight' },
    { to: 'attributes.availableFrom', from: 'start_date', as: 'date', locale: 'locale of the run' },
  ],
  // A date that nobody can read is left out, not the bike.
  whenWrong: 'empty',
}
