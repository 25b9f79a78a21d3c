// Cities, districts and three-digit zip codes. Large file: import it only where needed.
import zipcodes from '../data/tw-zipcodes.json' with { type: 'json' };

export type ZipRow = { readonly zip: string; readonly city: string; readonly district: string };

/** All districts, ordered by zip code. */
export const zipRows: readonly ZipRow[] = zipcodes.rows.map(([zip, city, district]) => ({
  zip: zip!,
  city: city!,
  district: district!,
}));

/** Cities and counties (縣市), each once, in the order of their zip codes. */
export const cities: readonly string[] = [...new Set(zipRows.map(({ city }) => city))];

/** Returns the districts of a city in the order of their zip codes. */
export function districtsOf(city: string): readonly ZipRow[] {
  return zipRows.filter((row) => row.city === city);
}

/** Whether a city has this district under this zip code. */
export function isDistrict(zip: string, city: string, district: string): boolean {
  return zipRows.some((row) => row.zip === zip && row.city === city && row.district === district);
}
