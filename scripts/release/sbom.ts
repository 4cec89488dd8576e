/** The bill of materials of a release, in CycloneDX 1.6: what it really contains, without dates. */
import { createHash } from 'node:crypto'
import type { Component } from './components.ts'

interface Subject {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly components: readonly Component[]
}

const purl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Debian's packages have files under several licenses, which their copyright file names. */
const licenses = (license: string): readonly object[] => {
  if (license.startsWith('LicenseRef-')) return [{ license: { name: license } }]
  return /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

/** The same components give the same number. */
function serialNumber(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function billOfMaterials({ name, version, license, components }: Subject): string {
  const listed = components.map((one) => ({
    type: 'library',
    'bom-ref': `${one.name}@${one.version}`,
    name: one.name,
    version: one.version,
    licenses: licenses(one.license),
    purl: one.purl ?? purl(one.name, one.version),
    ...(one.source && { externalReferences: [{ type: 'vcs', url: one.source }] }),
  }))
  const body = {
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: licenses(license),
        purl: purl(name, version),
      },
    },
    components: listed,
    dependencies: [{ ref: `${name}@${version}`, dependsOn: listed.map((one) => one['bom-ref']) }],
  }
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(JSON.stringify(body)),
    ...body,
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}
