export interface Jurisdiction {
  /** ISO 3166 alpha-3. */
  country: 'USA' | 'CAN' | 'MEX'
  /** Postal abbreviation, as in element DAJ. */
  code: string
  name: string
}

/** Issuer identification numbers that AAMVA has assigned. */
export const JURISDICTIONS: Readonly<Record<string, Jurisdiction>> = {
  '604426': { country: 'CAN', code: 'PE', name: 'Prince Edward Island' },
  '604427': { country: 'USA', code: 'AS', name: 'American Samoa' },
  '604428': { country: 'CAN', code: 'QC', name: 'Quebec' },
  '604429': { country: 'CAN', code: 'YT', name: 'Yukon' },
  '604430': { country: 'USA', code: 'MP', name: 'Northern Mariana Islands' },
  '604431': { country: 'USA', code: 'PR', name: 'Puerto Rico' },
  '604432': { country: 'CAN', code: 'AB', name: 'Alberta' },
  '604433': { country: 'CAN', code: 'NU', name: 'Nunavut' },
  '604434': { country: 'CAN', code: 'NT', name: 'Northwest Territories' },
  '636000': { country: 'USA', code: 'VA', name: 'Virginia' },
  '636001': { country: 'USA', code: 'NY', name: 'New York' },
  '636002': { country: 'USA', code: 'MA', name: 'Massachusetts' },
  '636003': { country: 'USA', code: 'MD', name: 'Maryland' },
  '636004': { country: 'USA', code: 'NC', name: 'North Carolina' },
  '636005': { country: 'USA', code: 'SC', name: 'South Carolina' },
  '636006': { country: 'USA', code: 'CT', name: 'Connecticut' },
  '636007': { country: 'USA', code: 'LA', name: 'Louisiana' },
  '636008': { country: 'USA', code: 'MT', name: 'Montana' },
  '636009': { country: 'USA', code: 'NM', name: 'New Mexico' },
  '636010': { country: 'USA', code: 'FL', name: 'Florida' },
  '636011': { country: 'USA', code: 'DE', name: 'Delaware' },
  '636012': { country: 'CAN', code: 'ON', name: 'Ontario' },
  '636013': { country: 'CAN', code: 'NS', name: 'Nova Scotia' },
  '636014': { country: 'USA', code: 'CA', name: 'California' },
  '636015': { country: 'USA', code: 'TX', name: 'Texas' },
  '636016': { country: 'CAN', code: 'NL', name: 'Newfoundland and Labrador' },
  '636017': { country: 'CAN', code: 'NB', name: 'New Brunswick' },
  '636018': { country: 'USA', code: 'IA', name: 'Iowa' },
  '636019': { country: 'USA', code: 'GU', name: 'Guam' },
  '636020': { country: 'USA', code: 'CO', name: 'Colorado' },
  '636021': { country: 'USA', code: 'AR', name: 'Arkansas' },
  '636022': { country: 'USA', code: 'KS', name: 'Kansas' },
  '636023': { country: 'USA', code: 'OH', name: 'Ohio' },
  '636024': { country: 'USA', code: 'VT', name: 'Vermont' },
  '636025': { country: 'USA', code: 'PA', name: 'Pennsylvania' },
  '636026': { country: 'USA', code: 'AZ', name: 'Arizona' },
  '636027': { country: 'USA', code: 'US', name: 'Department of State' },
  '636028': { country: 'CAN', code: 'BC', name: 'British Columbia' },
  '636029': { country: 'USA', code: 'OR', name: 'Oregon' },
  '636030': { country: 'USA', code: 'MO', name: 'Missouri' },
  '636031': { country: 'USA', code: 'WI', name: 'Wisconsin' },
  '636032': { country: 'USA', code: 'MI', name: 'Michigan' },
  '636033': { country: 'USA', code: 'AL', name: 'Alabama' },
  '636034': { country: 'USA', code: 'ND', name: 'North Dakota' },
  '636035': { country: 'USA', code: 'IL', name: 'Illinois' },
  '636036': { country: 'USA', code: 'NJ', name: 'New Jersey' },
  '636037': { country: 'USA', code: 'IN', name: 'Indiana' },
  '636038': { country: 'USA', code: 'MN', name: 'Minnesota' },
  '636039': { country: 'USA', code: 'NH', name: 'New Hampshire' },
  '636040': { country: 'USA', code: 'UT', name: 'Utah' },
  '636041': { country: 'USA', code: 'ME', name: 'Maine' },
  '636042': { country: 'USA', code: 'SD', name: 'South Dakota' },
  '636043': { country: 'USA', code: 'DC', name: 'District of Columbia' },
  '636044': { country: 'CAN', code: 'SK', name: 'Saskatchewan' },
  '636045': { country: 'USA', code: 'WA', name: 'Washington' },
  '636046': { country: 'USA', code: 'KY', name: 'Kentucky' },
  '636047': { country: 'USA', code: 'HI', name: 'Hawaii' },
  '636048': { country: 'CAN', code: 'MB', name: 'Manitoba' },
  '636049': { country: 'USA', code: 'NV', name: 'Nevada' },
  '636050': { country: 'USA', code: 'ID', name: 'Idaho' },
  '636051': { country: 'USA', code: 'MS', name: 'Mississippi' },
  '636052': { country: 'USA', code: 'RI', name: 'Rhode Island' },
  '636053': { country: 'USA', code: 'TN', name: 'Tennessee' },
  '636054': { country: 'USA', code: 'NE', name: 'Nebraska' },
  '636055': { country: 'USA', code: 'GA', name: 'Georgia' },
  '636056': { country: 'MEX', code: 'CU', name: 'Coahuila' },
  '636057': { country: 'MEX', code: 'HL', name: 'Hidalgo' },
  '636058': { country: 'USA', code: 'OK', name: 'Oklahoma' },
  '636059': { country: 'USA', code: 'AK', name: 'Alaska' },
  '636060': { country: 'USA', code: 'WY', name: 'Wyoming' },
  '636061': { country: 'USA', code: 'WV', name: 'West Virginia' },
  '636062': { country: 'USA', code: 'VI', name: 'Virgin Islands' },
}

/** The jurisdiction with this postal abbreviation, for barcodes whose number is not in the list. */
export function jurisdictionByCode(code: string): Jurisdiction | undefined {
  return Object.values(JURISDICTIONS).find((jurisdiction) => jurisdiction.code === code)
}

/** The issuer identification number of the jurisdiction with this postal abbreviation. */
export function iinOf(code: string): string | undefined {
  return Object.entries(JURISDICTIONS).find(([, jurisdiction]) => jurisdiction.code === code)?.[0]
}
