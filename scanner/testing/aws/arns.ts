/** The ARNs of an account's resources. */

interface Named {
  readonly name: string
  readonly path: string
}

export const arnOfUser = (accountId: string, { path, name }: Named) =>
  `arn:aws:iam::${accountId}:user${path}${name}`
export const arnOfGroup = (accountId: string, { path, name }: Named) =>
  `arn:aws:iam::${accountId}:group${path}${name}`
export const arnOfRole = (accountId: string, { path, name }: Named) =>
  `arn:aws:iam::${accountId}:role${path}${name}`
export const arnOfRoot = (accountId: string) => `arn:aws:iam::${accountId}:root`
export const arnOfBucket = (name: string) => `arn:aws:s3:::${name}`
export const arnOfKey = (accountId: string, { region, id }: { region: string; id: string }) =>
  `arn:aws:kms:${region}:${accountId}:key/${id}`
export const arnOfTrail = (
  accountId: string,
  { homeRegion, name, owner = accountId }: { homeRegion: string; name: string; owner?: string },
) => `arn:aws:cloudtrail:${homeRegion}:${owner}:trail/${name}`
