/**
 * Forms of driving licence numbers by the postal abbreviation of the state, as the states' licensing offices publish them
 * and the National Traffic Safety Institute lists them («Driver's License Format»). States that allow nearly anything are
 * left out.
 */
export const LICENCE_NUMBERS: Readonly<Record<string, RegExp>> = {
  AZ: /^([A-Z]\d{8}|\d{9})$/,
  CA: /^[A-Z]\d{7}$/,
  CO: /^(\d{9}|[A-Z]{1,2}\d{2,6})$/,
  CT: /^\d{9}$/,
  FL: /^[A-Z]\d{12}$/,
  GA: /^\d{7,9}$/,
  IL: /^[A-Z]\d{11,12}$/,
  MA: /^(S[A-Z]?\d{7,8}|\d{9})$/,
  MD: /^(MD\d{11}|[A-Z]\d{12})$/,
  MI: /^[A-Z](\d{10}|\d{12})$/,
  MN: /^[A-Z]\d{12}$/,
  NC: /^\d{1,12}$/,
  NJ: /^[A-Z]\d{14}$/,
  NY: /^(\d{8,9}|\d{16}|[A-Z]\d{7}|[A-Z]\d{18}|[A-Z]{8})$/,
  OH: /^([A-Z]{2}\d{3,7}|[A-Z]\d{4,8}|\d{8})$/,
  PA: /^\d{8}$/,
  TX: /^\d{7,8}$/,
  VA: /^([A-Z]\d{8,11}|\d{9})$/,
  WI: /^[A-Z]\d{13}$/,
}
