import { element } from "./dom.js";
import { sizeOf } from "./format.js";

const SHOWN_IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const IMAGE_NAME = /\.(png|jpe?g|gif|webp)$/i;

/** Pictures of the files that can be shown, then links to the others. */
export function createFiles(attachments) {
	const images = attachments.filter(isShownImage);
	const others = attachments.filter((each) => !isShownImage(each));
	return [createList("files images", images, createImage), createList("files", others, createLink)];
}

const createList = (className, attachments, create) =>
	attachments.length === 0
		? undefined
		: element("ul", { class: className }, ...attachments.map((each) => element("li", {}, create(each))));

function createImage(attachment) {
	const href = fileUrl(attachment.path);
	// It may be gone, or no picture at all, since the server goes by its content.
	const error = () => link.replaceWith(createLink(attachment));
	const image = element("img", { src: href, alt: attachment.name, loading: "lazy", error });
	const link = element("a", { class: "image", href, target: "_blank", rel: "noopener", title: attachment.name }, image);
	return link;
}

/** A size of 0 means that nobody looked. */
function createLink({ path, name, sizeBytes }) {
	const size = sizeBytes > 0 ? element("small", {}, sizeOf(sizeBytes)) : undefined;
	return element("a", { href: fileUrl(path), download: name }, element("span", { dir: "auto" }, name), size);
}

/** Where a file of the workspace can be had. */
export const fileUrl = (path) => `/api/files/${path.split("/").map(encodeURIComponent).join("/")}`;

/** True where a file is a picture of a kind that the server shows, by its name where its type is not known. */
export const isShownImage = ({ mediaType, name }) =>
	SHOWN_IMAGES.has(mediaType) || (mediaType === "" && IMAGE_NAME.test(name));
