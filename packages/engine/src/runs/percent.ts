/** A share 0..1 as people read it: 0.05 → '5 %'. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`
