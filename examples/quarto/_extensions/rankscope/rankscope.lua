-- The shortcode {{< rankscope lesson=ties >}}: Rankscope in a frame of an HTML document, and a link to it in any other.
--
-- page, the address of Rankscope, is an argument or stands in the metadata as rankscope.page. lesson with step, or link,
-- choose what is shown, picture shows one part of it alone, and height is in CSS pixels.

local HEIGHT = 600
local KNOWN = { page = true, lesson = true, step = true, link = true, picture = true, height = true, title = true }

local function text(value)
  local words = value ~= nil and pandoc.utils.stringify(value) or ""
  return words ~= "" and words or nil
end

-- Bytes that could end a part of the address are written by their numbers.
local function encoded(words)
  return (words:gsub("[^%w%-_.~]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

local function attribute(words)
  local escaped = words:gsub("&", "&amp;"):gsub('"', "&quot;"):gsub("<", "&lt;"):gsub(">", "&gt;")
  return '"' .. escaped .. '"'
end

-- Returns the fragment of the frame's address, and that of the whole page.
local function fragments(arguments)
  local link = text(arguments.link)
  local shown = link and link:gsub("^[^#]*#", "") or "v=1"
  for _, name in ipairs({ "lesson", "step" }) do
    local value = text(arguments[name])
    if value then shown = shown .. "&" .. name .. "=" .. encoded(value) end
  end
  local picture = text(arguments.picture)
  return shown .. (picture and "&picture=" .. encoded(picture) or "&embed=true"), shown
end

-- Returns the address of the page: the argument, what stands before # in the link, or that of the metadata.
local function page_of(arguments, metadata)
  local rankscope = metadata.rankscope
  local link = text(arguments.link)
  return text(arguments.page) or (link and link:match("^(https?://[^#]*)#")) or
    (type(rankscope) == "table" and text(rankscope.page)) or nil
end

local function problem_of(unnamed, arguments, page)
  if #unnamed > 0 then return "“" .. text(unnamed[1]) .. "” has no name: write lesson=" .. text(unnamed[1]) end
  local unknown = {}
  for name in pairs(arguments) do
    if not KNOWN[name] then unknown[#unknown + 1] = name end
  end
  table.sort(unknown)
  if #unknown > 0 then return "there is no argument " .. table.concat(unknown, ", ") end
  if not page then return "page is missing: give it, or write rankscope.page into the metadata" end
  if text(arguments.link) and text(arguments.lesson) then return "link and lesson exclude each other" end
  local height = text(arguments.height)
  if height and not (tonumber(height) and tonumber(height) > 0) then
    return "height: “" .. height .. "” is not a number of pixels"
  end
  return nil
end

return {
  ["rankscope"] = function(unnamed, arguments, metadata)
    local page = page_of(arguments, metadata)
    local problem = problem_of(unnamed, arguments, page)
    if problem then error("rankscope: " .. problem .. ".") end
    page = page:gsub("#.*$", "")
    local frame, whole = fragments(arguments)
    local title = text(arguments.title) or "Rankscope"
    -- A book for readers without JavaScript, such as EPUB, gets the link.
    if not quarto.doc.is_format("html:js") then
      return pandoc.Para({ pandoc.Link({ pandoc.Str(title) }, page .. "#" .. whole) })
    end
    return pandoc.RawBlock("html", "<iframe src=" .. attribute(page .. "#" .. frame) .. " title=" .. attribute(title) ..
      ' width="100%" height=' .. attribute(text(arguments.height) or tostring(HEIGHT)) ..
      ' style="border: 0" allow="clipboard-write" loading="lazy"></iframe>')
  end
}
