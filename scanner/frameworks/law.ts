/** Names and citations of requirements in public law and standards of public bodies. */

interface Named {
  /** The framework's name, if its id does not contain it. */
  readonly name?: string
  /** The citation of a requirement. */
  readonly cite?: (id: string) => string
  /** Headings by citation. */
  readonly headings?: Readonly<Record<string, string>>
}

/** `164_308_a_1_ii_b` is 45 CFR 164.308(a)(1)(ii)(B): the fourth step is in upper case. */
const cfr45 = (id: string): string => {
  const [part = '', section = '', ...steps] = id.split('_')
  const inner = steps.map((step, at) => `(${at === 3 ? step.toUpperCase() : step})`)
  return `45 CFR ${part}.${section}${inner.join('')}`
}

/** `ac_2_3_a` and `ac-2-4` are AC-2(3)(a) and AC-2(4). */
const control = (id: string): string => {
  const [family = '', number = '', ...steps] = id.split(/[_-]/)
  if (!/^\d+$/.test(number)) return id
  return `${family.toUpperCase()}-${number}${steps.map((step) => `(${step})`).join('')}`
}

const article = (id: string): string => id.replace(/^(?:article_|DORA-Art)(\d+)$/, 'Article $1')
const dotted = (id: string): string => id.replaceAll('_', '.')
const nist = (name: string): Named => ({ name, cite: control })

/** Keyed by the framework's name. */
const named: Readonly<Record<string, Named>> = {
  DORA: {
    name: 'Regulation (EU) 2022/2554 on digital operational resilience (DORA)',
    cite: article,
    headings: {
      'Article 5': 'Governance and organisation',
      'Article 6': 'ICT risk management framework',
      'Article 7': 'ICT systems, protocols and tools',
      'Article 8': 'Identification',
      'Article 9': 'Protection and prevention',
      'Article 10': 'Detection',
      'Article 11': 'Response and recovery',
      'Article 12': 'Backup, restoration and recovery',
      'Article 13': 'Learning and evolving',
      'Article 14': 'Communication',
      'Article 17': 'ICT-related incident management process',
      'Article 18': 'Classification of ICT-related incidents and cyber threats',
      'Article 19': 'Reporting of major ICT-related incidents',
      'Article 24': 'Requirements for digital operational resilience testing',
      'Article 25': 'Testing of ICT tools and systems',
      'Article 28': 'General principles of third-party risk',
      'Article 30': 'Key contractual provisions',
      'Article 45': 'Arrangements for sharing information on cyber threats',
    },
  },
  ENS: { name: 'Real Decreto 311/2022, Esquema Nacional de Seguridad' },
  'FedRAMP-Low-Revision-4': nist('FedRAMP Low, revision 4'),
  'FedRamp-Moderate-Revision-4': nist('FedRAMP Moderate, revision 4'),
  GDPR: {
    name: 'Regulation (EU) 2016/679 (GDPR)',
    cite: article,
    headings: {
      'Article 25': 'Data protection by design and by default',
      'Article 30': 'Records of processing activities',
      'Article 32': 'Security of processing',
    },
  },
  'GxP-21-CFR-Part-11': { name: '21 CFR Part 11' },
  HIPAA: { name: 'HIPAA Security Rule', cite: cfr45 },
  NIS2: { name: 'Directive (EU) 2022/2555 (NIS 2)' },
  'NIST-800-171-Revision-2': { name: 'NIST SP 800-171, revision 2', cite: dotted },
  'NIST-800-53-Revision-4': nist('NIST SP 800-53, revision 4'),
  'NIST-800-53-Revision-5': nist('NIST SP 800-53, revision 5'),
}

export const lawName = (framework: string): string | undefined => named[framework]?.name

/** Returns the citation of a requirement, with its heading if the law has one. */
export function citation(framework: string, id: string): { place: string; heading?: string } {
  const { cite, headings } = named[framework] ?? {}
  const place = cite ? cite(id) : id
  const heading = headings?.[place]
  return { place, ...(heading !== undefined && { heading }) }
}
