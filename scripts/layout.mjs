// The floors of each workspace, from the top down: a folder's code imports what lies on its own floor or below.

/**
 * The folders of `src` on each floor. A floor's folders hold more folders when `nested` says so; then the floor is the
 * first part of a path and the folder the second.
 * @type {Record<string, { nested: boolean, floors: string[][] }>}
 */
export const layouts = {
  'apps/server': {
    nested: true,
    floors: [['entry'], ['work'], ['documents'], ['people'], ['platform']],
  },
}

/**
 * @param {string} path from the root of the repository
 * @returns {string | undefined} its folder inside the workspace (`work/uploads`); undefined for a file beside the folders
 */
export function folderOf(path) {
  const [area, name, , ...parts] = path.split('/')
  const layout = layouts[`${area}/${name}`]
  const depth = layout?.nested ? 2 : 1
  return layout && parts.length > depth ? parts.slice(0, depth).join('/') : undefined
}

/**
 * @param {string} path from the root of the repository
 * @returns {number} its floor, 0 for the top one; 0 too for what lies beside all floors
 */
export function floorOf(path) {
  const [area, name, , first] = path.split('/')
  const floor = layouts[`${area}/${name}`]?.floors.findIndex((folders) => folders.includes(first)) ?? 0
  return Math.max(0, floor)
}
