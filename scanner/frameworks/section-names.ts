/** Names of chapters, families and tactics by their numbers or ids. They are facts of the standards, or our own words. */

type Names = Readonly<Record<string, string>>

/** The number of the first name is 1, unless another is given. */
const numbered = (names: readonly string[], first = 1): Names =>
  Object.fromEntries(names.map((name, at) => [String(first + at), name]))

const iam = 'Identity and Access Management'
const monitoring = 'Logging and Monitoring'

const cisAws = [iam, 'Storage', 'Logging', 'Monitoring', 'Networking']
const cisAzureServices = [
  'Compute Services',
  'Database Services',
  'Identity Services',
  'Management and Governance Services',
  'Networking Services',
  'Security Services',
  'Storage Services',
]
const cisAzureTail = [
  'Storage Accounts',
  'Database Services',
  monitoring,
  'Networking',
  'Virtual Machines',
]

/** Of CIS benchmarks by provider type; the newest edition that begins at or before a version counts. */
export const cisSections: Readonly<Record<string, readonly { from: number; names: Names }[]>> = {
  alibabacloud: [
    {
      from: 1,
      names: numbered([
        iam,
        monitoring,
        'Networking',
        'Virtual Machines',
        'Storage',
        'Relational Database Services',
        'Kubernetes Engine',
        'Security Center',
      ]),
    },
  ],
  aws: [
    { from: 1, names: numbered(cisAws) },
    { from: 6, names: numbered(cisAws, 2) },
  ],
  azure: [
    {
      from: 1,
      names: numbered([
        iam,
        'Microsoft Defender',
        ...cisAzureTail,
        'Key Vault',
        'App Service',
        'Miscellaneous',
      ]),
    },
    {
      from: 3,
      names: numbered(['Identity', 'Security', ...cisAzureTail, 'App Service', 'Miscellaneous'], 2),
    },
    {
      from: 4,
      names: numbered(['Common Recommendations', 'Analytics Services', ...cisAzureServices], 2),
    },
    { from: 5, names: numbered(['Analytics Services', ...cisAzureServices], 2) },
  ],
  gcp: [
    {
      from: 1,
      names: numbered([
        iam,
        monitoring,
        'Networking',
        'Virtual Machines',
        'Storage',
        'Cloud SQL Database Services',
        'BigQuery',
        'Dataproc',
      ]),
    },
  ],
  github: [
    {
      from: 1,
      names: numbered([
        'Source Code',
        'Build Pipelines',
        'Dependencies',
        'Artifacts',
        'Deployment',
      ]),
    },
  ],
  googleworkspace: [
    {
      from: 1,
      names: numbered(['Directory', 'Devices', 'Apps', 'Security', 'Reporting', 'Rules']),
    },
  ],
  huaweicloud: [
    {
      from: 1,
      names: numbered([
        iam,
        'Storage',
        'Networking',
        'Compute',
        'Databases',
        'Load Balancing',
        'Audit Logs',
        'Key Management',
      ]),
    },
  ],
  kubernetes: [
    {
      from: 1,
      names: numbered([
        'Control Plane Components',
        'etcd',
        'Control Plane Configuration',
        'Worker Nodes',
        'Policies',
      ]),
    },
  ],
  m365: [
    {
      from: 1,
      names: numbered([
        'Microsoft 365 Admin Center',
        'Microsoft 365 Defender',
        'Microsoft Purview',
        'Microsoft Intune Admin Center',
        'Microsoft Entra Admin Center',
        'Exchange Admin Center',
        'SharePoint Admin Center',
        'Microsoft Teams Admin Center',
        'Microsoft Fabric',
      ]),
    },
  ],
  oraclecloud: [
    {
      from: 1,
      names: numbered([iam, 'Networking', 'Compute', monitoring, 'Storage', 'Asset Management']),
    },
  ],
}

export const cisControls: Names = numbered([
  'Inventory and Control of Enterprise Assets',
  'Inventory and Control of Software Assets',
  'Data Protection',
  'Secure Configuration of Enterprise Assets and Software',
  'Account Management',
  'Access Control Management',
  'Continuous Vulnerability Management',
  'Audit Log Management',
  'Email and Web Browser Protections',
  'Malware Defenses',
  'Data Recovery',
  'Network Infrastructure Management',
  'Network Monitoring and Defense',
  'Security Awareness and Skills Training',
  'Service Provider Management',
  'Application Software Security',
  'Incident Response Management',
  'Penetration Testing',
])

export const essentialEight: Names = numbered([
  'Patch applications',
  'Patch operating systems',
  'Multi-factor authentication',
  'Restrict administrative privileges',
  'Application control',
  'Restrict Microsoft Office macros',
  'User application hardening',
  'Regular backups',
])

/** Pillars and their parts, by their numbers. */
export const threatScore: Names = {
  1: 'IAM',
  1.1: 'Authentication',
  1.2: 'Authorization',
  1.3: 'Privilege Escalation',
  2: 'Attack Surface',
  2.1: 'Network',
  2.2: 'Storage',
  2.3: 'Application',
  3: 'Logging and Monitoring',
  3.1: 'Logging',
  3.2: 'Retention',
  3.3: 'Monitoring',
  3.4: 'Alerts',
  4: 'Encryption',
  4.1: 'In Transit',
  4.2: 'At Rest',
}

/** Questions of the AWS Well-Architected Framework: the area and the subject. */
export const wellArchitected: Readonly<Record<string, readonly [area: string, subject: string]>> = {
  REL06: ['Change Management', 'Monitoring of workloads'],
  REL09: ['Failure Management', 'Backup of data'],
  REL10: ['Failure Management', 'Isolation of faults'],
  SEC01: ['Security Foundations', 'Secure operation of workloads'],
  SEC02: [iam, 'Identities of people and machines'],
  SEC03: [iam, 'Permissions of people and machines'],
  SEC04: ['Detection', 'Security events'],
  SEC05: ['Infrastructure Protection', 'Network resources'],
  SEC06: ['Infrastructure Protection', 'Compute resources'],
  SEC07: ['Data Protection', 'Classification of data'],
  SEC08: ['Data Protection', 'Data at rest'],
  SEC09: ['Data Protection', 'Data in transit'],
  SEC10: ['Incident Response', 'Preparation and response'],
  SEC11: ['Application Security', 'Development and deployment'],
}

export const c5: Names = {
  AM: 'Asset Management',
  BCM: 'Business Continuity Management',
  COM: 'Compliance',
  COS: 'Communication Security',
  CRY: 'Cryptography and Key Management',
  DEV: 'Procurement, Development and Modification of Information Systems',
  HR: 'Personnel',
  IAM: iam,
  INQ: 'Investigation Requests from Government Agencies',
  OIS: 'Organization of Information Security',
  OPS: 'Operations',
  PI: 'Portability and Interoperability',
  PS: 'Physical Security',
  PSS: 'Product Safety and Security',
  SIM: 'Security Incident Management',
  SP: 'Security Policies and Instructions',
  SSO: 'Control and Monitoring of Service Providers and Suppliers',
}

export const csa: Names = {
  'A&A': 'Audit and Assurance',
  AIS: 'Application and Interface Security',
  BCR: 'Business Continuity Management and Operational Resilience',
  CCC: 'Change Control and Configuration Management',
  CEK: 'Cryptography, Encryption and Key Management',
  DCS: 'Datacenter Security',
  DSP: 'Data Security and Privacy Lifecycle Management',
  GRC: 'Governance, Risk and Compliance',
  IAM: iam,
  IPY: 'Interoperability and Portability',
  IVS: 'Infrastructure Security',
  LOG: monitoring,
  SEF: 'Security Incident Management, E-Discovery and Cloud Forensics',
  TVM: 'Threat and Vulnerability Management',
  UEM: 'Universal Endpoint Management',
}

export const ccc: Names = {
  AuditLog: 'Audit Logging',
  Build: 'Build Pipelines',
  CntrReg: 'Container Registry',
  Core: 'Core',
  DataWar: 'Data Warehouse',
  GenAI: 'Generative AI',
  IAM: iam,
  KeyMgmt: 'Key Management',
  LB: 'Load Balancer',
  Logging: 'Logging',
  MLDE: 'Machine Learning Development Environment',
  Message: 'Message Queue',
  Monitor: 'Monitoring',
  ObjStor: 'Object Storage',
  RDMS: 'Relational Database',
  SecMgmt: 'Secrets Management',
  SvlsComp: 'Serverless Computing',
  VPC: 'Virtual Private Cloud',
  Vector: 'Vector Database',
}

export const cmmc: Names = {
  AC: 'Access Control',
  AT: 'Awareness and Training',
  AU: 'Audit and Accountability',
  CA: 'Security Assessment',
  CM: 'Configuration Management',
  IA: 'Identification and Authentication',
  IR: 'Incident Response',
  MA: 'Maintenance',
  MP: 'Media Protection',
  PE: 'Physical Protection',
  PS: 'Personnel Security',
  RA: 'Risk Assessment',
  SC: 'System and Communications Protection',
  SI: 'System and Information Integrity',
}

/** Headings of Annex II of Real Decreto 311/2022. */
export const ens: Names = {
  op: 'operacional',
  'op.pl': 'planificación',
  'op.acc': 'control de acceso',
  'op.exp': 'explotación',
  'op.ext': 'recursos externos',
  'op.nub': 'servicios en la nube',
  'op.cont': 'continuidad del servicio',
  'op.mon': 'monitorización del sistema',
  mp: 'medidas de protección',
  'mp.com': 'protección de las comunicaciones',
  'mp.si': 'protección de los soportes de información',
  'mp.sw': 'protección de las aplicaciones informáticas',
  'mp.info': 'protección de la información',
  'mp.s': 'protección de los servicios',
}

export const iso27001: Readonly<Record<string, Names>> = {
  2013: {
    'A.9': 'Access control',
    'A.9.2': 'Access of users',
    'A.9.3': 'Responsibilities of users',
    'A.9.4': 'Access to systems and applications',
    'A.10': 'Cryptography',
    'A.10.1': 'Cryptographic controls',
    'A.12': 'Operations security',
    'A.12.4': 'Logging and monitoring',
    'A.12.6': 'Technical vulnerabilities',
    'A.13': 'Communications security',
    'A.13.1': 'Network security',
  },
  2022: {
    'A.5': 'Organizational controls',
    'A.6': 'People controls',
    'A.7': 'Physical controls',
    'A.8': 'Technological controls',
  },
}

export const kisa: Names = {
  1: 'Management system',
  1.1: 'Foundation of the management system',
  1.2: 'Risk management',
  1.3: 'Operation of the management system',
  1.4: 'Review and improvement',
  2: 'Protection measures',
  2.1: 'Policies, organization and assets',
  2.2: 'Personnel security',
  2.3: 'Security of external parties',
  2.4: 'Physical security',
  2.5: 'Authentication and authorization',
  2.6: 'Access control',
  2.7: 'Encryption',
  2.8: 'Security of system development',
  2.9: 'Operation of systems and services',
  '2.10': 'Security of systems and services',
  2.11: 'Prevention of and response to incidents',
  2.12: 'Disaster recovery',
  3: 'Processing of personal information',
  3.1: 'Collection of personal information',
  3.2: 'Retention and use of personal information',
  3.3: 'Provision of personal information',
  3.4: 'Destruction of personal information',
  3.5: 'Rights of data subjects',
}

const pillars: readonly [from: number, name: string][] = [
  [5, 'ICT Risk Management'],
  [17, 'ICT-Related Incident Reporting'],
  [24, 'Digital Operational Resilience Testing'],
  [28, 'ICT Third-Party Risk Management'],
  [45, 'Information Sharing'],
]
/** The pillar of an article of Regulation (EU) 2022/2554. */
export const doraPillar = (article: number): string =>
  pillars.findLast(([from]) => article >= from)?.[1] ?? ''

const discovery = ['Discovery']
const impact = ['Impact']
const collection = ['Collection']
const execution = ['Execution']
const evasion = ['Defense Evasion']
const credentials = ['Credential Access']
/** Of techniques of MITRE ATT&CK. */
export const tactics: Readonly<Record<string, readonly string[]>> = {
  T1040: ['Credential Access', 'Discovery'],
  T1046: discovery,
  T1048: ['Exfiltration'],
  T1049: discovery,
  T1059: execution,
  T1069: discovery,
  T1074: collection,
  T1078: ['Initial Access', 'Persistence', 'Privilege Escalation', 'Defense Evasion'],
  T1082: discovery,
  T1087: discovery,
  T1098: ['Persistence', 'Privilege Escalation'],
  T1110: credentials,
  T1119: collection,
  T1136: ['Persistence'],
  T1190: ['Initial Access'],
  T1199: ['Initial Access'],
  T1201: discovery,
  T1204: execution,
  T1213: collection,
  T1485: impact,
  T1486: impact,
  T1490: impact,
  T1491: impact,
  T1496: impact,
  T1498: impact,
  T1499: impact,
  T1518: discovery,
  T1525: ['Persistence'],
  T1526: discovery,
  T1530: collection,
  T1535: evasion,
  T1537: ['Exfiltration'],
  T1538: discovery,
  T1546: ['Privilege Escalation', 'Persistence'],
  T1550: ['Defense Evasion', 'Lateral Movement'],
  T1552: credentials,
  T1556: ['Credential Access', 'Defense Evasion', 'Persistence'],
  T1562: evasion,
  T1578: evasion,
  T1580: discovery,
  T1606: credentials,
  T1614: discovery,
  T1619: discovery,
  T1621: credentials,
  T1648: execution,
  T1651: execution,
}
