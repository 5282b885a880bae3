/** One row of the bikes master as a product. */
export function rowToProduct(ctx) {
  const { row } = ctx.input
  const known = (text) => (text === undefined || text === '' || text === 'NA' ? undefined : text)
  ctx.output = {
    product: {
      key: row.ProductAlternateKey,
      locale: ctx.rt_context.locale.label,
      brand: ctx.rt_context.brand.name,
      name: row.EnglishProductName,
      description: known(row.EnglishDescription),
      price: row.ListPrice,
      currency: row.ListPrice === undefined ? undefined : 'USD',
      attributes: {
        category: known(row.EnglishProductCategoryName),
        subcategory: known(row.EnglishProductSubcategoryName),
        model: known(row.ModelName),
        color: known(row.Color),
        size: known(row.Size),
        weight: row.Weight,
        weightUnit: known(row.WeightUnitMeasureCode),
        daysToManufacture: row.DaysToManufacture,
        availableFrom: known(row.StartDate),
      },
    },
  }
}
