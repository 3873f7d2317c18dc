// The launch address of xAPI, as platforms build it: "?endpoint=…&auth=…&actor=…", with "registration" and "activity_id" where the platform
// has them.

/**
 * @typedef {object} Launch
 * @property {URL} statements where statements go
 * @property {string} auth the Authorization header, "" where the endpoint needs none
 * @property {Record<string, any>} actor
 * @property {string} [registration]
 * @property {string} activity the IRI of the lesson
 */

/** What is wrong with a launch address: a key of the words, and the fields of its sentence. */
export class LaunchError extends Error {
  /** @param {string} key @param {Record<string, string>} [fields] */
  constructor(key, fields = {}) {
    super(key);
    this.key = key;
    this.fields = fields;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** By one of these a store knows the actor. */
const identifiers = ["mbox", "mbox_sha1sum", "openid", "account"];

/**
 * @param {string} address of the page
 * @returns {Launch | null} null where it is no launch: without an endpoint nothing is ever sent
 */
export function readLaunch(address) {
  const page = new URL(address);
  const given = page.searchParams;
  const endpoint = given.get("endpoint");
  if (endpoint === null || endpoint === "") return null;
  if (!URL.canParse(endpoint)) throw new LaunchError("no_address", { endpoint });
  const base = new URL(endpoint);
  // The page's policy would stop it; the learner is told why.
  if (base.protocol !== "https:" && base.origin !== page.origin) throw new LaunchError("not_https", { endpoint });
  const registration = given.get("registration") ?? undefined;
  if (registration !== undefined && !uuid.test(registration)) throw new LaunchError("registration", { registration });
  const activity = given.get("activity_id") ?? `${page.origin}${page.pathname}`;
  if (!URL.canParse(activity)) throw new LaunchError("activity", { activity });
  return {
    statements: statementsAt(base),
    auth: given.get("auth") ?? "",
    actor: readActor(given.get("actor")),
    registration,
    activity,
  };
}

/** Below the endpoint's path; a query of its own, by which some stores know the course, stays. @param {URL} endpoint */
function statementsAt(endpoint) {
  const address = new URL(endpoint);
  address.hash = "";
  address.pathname = `${endpoint.pathname.replace(/\/+$/, "")}/statements`;
  return address;
}

/** @param {string | null} text */
function readActor(text) {
  let actor;
  try {
    actor = JSON.parse(text ?? "");
  } catch {
    throw new LaunchError("actor");
  }
  if (typeof actor !== "object" || actor === null || Array.isArray(actor)) throw new LaunchError("actor");
  // Older platforms put each value in a list, and an account's parts under older names.
  const plain = Object.fromEntries(
    Object.entries(actor).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  if (plain.account) plain.account = readAccount(plain.account);
  const [identifier, ...more] = identifiers.filter((each) => (plain[each] ?? null) !== null);
  if (identifier === undefined || more.length > 0) throw new LaunchError("actor");
  const known = plain[identifier];
  if (identifier !== "account" && (typeof known !== "string" || known === "")) throw new LaunchError("actor");
  return { objectType: "Agent", ...(plain.name && { name: String(plain.name) }), [identifier]: known };
}

/** @param {any} account */
function readAccount({ accountServiceHomePage, accountName, homePage = accountServiceHomePage, name = accountName }) {
  const texts = [homePage, name].every((text) => typeof text === "string" && text !== "");
  if (!texts || !URL.canParse(homePage)) throw new LaunchError("actor");
  return { homePage, name };
}
