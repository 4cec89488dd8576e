export { detectionFinding, ocsf, type OcsfContext, type OcsfFinding } from './ocsf.ts'
