// The floors of each workspace, from the top down: a folder's code imports what lies on its own floor or below.

/**
 * The folders of `src` on each floor, by their path there. With `nested` their folders count, not they themselves.
 * A file belongs to the longest path that it lies below. Folders that are `apart` import nothing of each other.
 * @type {Record<string, { nested: boolean, floors: string[][], apart?: [string, string] }>}
 */
export const layouts = {
  'apps/server': {
    nested: true,
    floors: [['entry'], ['work'], ['documents'], ['people'], ['platform']],
  },
  'packages/engine': {
    nested: false,
    apart: ['host', 'runner'],
    floors: [
      // The process that starts runners …
      ['host/pipelines'],
      ['host/processes', 'host/sinks', 'host/databases', 'host/modules'],
      ['host/sinks/http', 'host/sinks/mysql', 'host/sinks/postgresql'],
      ['host/sinks/tables'],
      ['host/addresses'],
      // … the process that is started, and what they say to each other.
      ['runner'],
      ['runner/jobs'],
      ['runner/records', 'runner/code'],
      ['runner/columns', 'runner/link'],
      ['protocol'],
      ['outputs'],
      ['outputs/csv', 'outputs/json', 'outputs/xlsx', 'outputs/xml', 'outputs/rejected', 'outputs/tables'],
      ['outputs/targets', 'outputs/encoding'],
      ['dataset'],
      ['schemas'],
      ['formats'],
      ['formats/csv', 'formats/json', 'formats/xlsx', 'formats/xml'],
      ['formats/zip'],
      ['formats/bytes'],
      ['formats/records'],
      ['blocks', 'components', 'runs'],
    ],
  },
  'apps/web': {
    nested: false,
    floors: [
      ['app', 'gallery'],
      ['work/testing', 'work/jobs', 'work/logbook', 'work/consult', 'work/overview'],
      ['work/imports'],
      ['work/exports', 'work/schedules'],
      ['work/uploads'],
      ['work/logs'],
      ['people/users', 'people/audit'],
      ['documents/manage'],
      ['documents/components', 'documents/countries', 'documents/pipeline-editor'],
      ['documents/schemas'],
      ['documents/pickers'],
      ['documents/explorer'],
      ['documents/editing', 'documents/versions', 'documents/modules', 'documents/connections'],
      ['documents/deployments'],
      ['documents/permissions'],
      ['documents/folders', 'documents/pipelines'],
      ['access/sessions', 'access/badges'],
      ['routing', 'ui', 'forms', 'code'],
      ['api', 'theme'],
      ['state'],
    ],
  },
}

/**
 * @param {string} path from the root of the repository
 * @returns {string | undefined} its folder inside the workspace (`work/uploads`); undefined for a file beside the folders
 */
export function folderOf(path) {
  const [area, name] = path.split('/')
  const layout = layouts[`${area}/${name}`]
  const entry = entryOf(path)
  if (!layout?.nested || !entry) return entry
  const [, , , first, folder, file] = path.split('/')
  return file ? `${first}/${folder}` : undefined
}

/**
 * @param {string} path from the root of the repository
 * @returns {number} its floor, 0 for the top one; 0 too for what lies beside all floors
 */
export function floorOf(path) {
  const [area, name] = path.split('/')
  const floor = layouts[`${area}/${name}`]?.floors.findIndex((folders) => folders.includes(entryOf(path))) ?? 0
  return Math.max(0, floor)
}

/**
 * @param {string} file from the root of the repository
 * @param {string} target what it imports
 * @returns {boolean} whether they lie in folders that import nothing of each other
 */
export function areApart(file, target) {
  const [area, name, , first] = file.split('/')
  const apart = layouts[`${area}/${name}`]?.apart ?? []
  const other = target.split('/')[3]
  return first !== other && apart.includes(first) && apart.includes(other)
}

function entryOf(path) {
  const [area, name, , ...parts] = path.split('/')
  const folders = layouts[`${area}/${name}`]?.floors.flat() ?? []
  return folders.filter((folder) => parts.join('/').startsWith(`${folder}/`)).toSorted((a, b) => b.length - a.length)[0]
}
